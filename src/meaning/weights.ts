// Written by `npm run bench:meaning -- --fit`; see docs/meaning.md. Not by hand.

/** The kinds whose weights are fitted. */
export const FITTED = ['decision', 'next', 'blocker'] as const

/** From these log-odds on it is enough. */
export const ENOUGH: Readonly<Record<(typeof FITTED)[number], number>> = {
  decision: -1.22,
  next: -0.79,
  blocker: -0.59,
}

/** What a feature speaks for each kind in turn, in hundredths of log-odds. */
export const WEIGHTS = `
#* 17,15,-1; #=( -5,1,6; #=) -5,1,6; #=, 6,-12,11; #=/ 13,-6,8; #=: -1,5,-9; #=<code> -24,-12,-2
#=<number> -10,-8,18; #=? -4,-5,-1; #=a -3,10,2; #=all 4,-1,-1; #=and -4,-12,5; #=but 5,-3,-4
#=change 0,11,-1; #=changes 0,17,-6; #=commit -3,-6,-2; #=context 5,1,-1; #=current -7,-8,11
#=design 5,-13,-2; #=files 4,-5,-4; #=fix -7,1,2; #=for 6,11,-6; #=i -3,-12,-6; #=in -9,-7,-10; #=is -1,-6,6
#=it 1,-9,-6; #=key 27,20,7; #=line -1,-2,6; #=needed 0,-6,-2; #=no 6,-2,-3; #=not 0,-7,-4; #=of 6,-5,3
#=one -3,5,7; #=option -3,-6,-3; #=plan 5,-9,-3; #=proposed 5,17,2; #=review 5,1,4; #=root -3,-4,0
#=state 2,-4,14; #=steps 2,5,-1; #=summary -4,-4,20; #=test -6,15,-3; #=tests -4,-10,-4; #=this -4,-6,-2
#=to -4,26,-4; #=update -5,-1,-1; #=verdict -8,3,-9; #=verification -7,12,-2; #=was 5,-4,-3; #=your 2,-5,9
#=— -20,-9,1; #ask -19,-39,-16; #because 1,-7,-11; #but 10,-7,-8; #c. 45,1,-8; #c. item 248,-24,-2
#c. problem 11,-11,-1; #c.needless -8,2,-9; #change -19,-6,15; #change item 0,-150,-120
#change order -10,16,-5; #change over 10,11,5; #change over item -29,-16,10; #change problem -8,-8,13
#did 34,7,-18; #doc -8,15,-7; #doing 2,30,-9; #explain -51,-28,-8; #if 8,-28,-10; #it -1,-26,-26
#item ask -15,14,-19; #item c.needless -15,-2,-4; #item change -29,-16,10; #item did 41,26,-17
#item doc -9,10,-3; #item doing -9,3,0; #item explain -34,-23,10; #item it -14,-27,-12
#item n.advise 13,39,-18; #item n.plan -3,22,-11; #item n.todo -8,18,-3; #item negate -7,-18,-12
#item now -6,-12,-6; #item option -3,-20,-4; #item order -8,6,-17; #item p.bug 1,-1,36
#item p.grade -10,-16,34; #item p.risk -7,-9,-2; #item past 6,-4,-2; #item s.fixed -4,-22,-10
#item self -9,-25,-9; #item test -21,36,-20; #item user 7,-1,14; #n. 24,33,-11; #n. item -31,171,-46
#n. narrating 0,-150,0; #n. order -12,51,-4; #n. over 19,16,-5; #n. over item 37,10,-3
#n. problem 28,-8,-21; #n.advise 30,34,-7; #n.fix -10,5,1; #n.need -1,-18,3; #n.plan 39,16,-20
#n.remind -6,1,23; #n.todo -1,12,-3; #negate 13,4,-16; #now -7,-15,-1; #option 2,-30,-14
#option item -153,-170,-4; #order -6,-16,-21; #p. -11,24,-6; #p. item -19,-37,217; #p. order -1,13,9
#p. over item 4,3,-42; #p. problem 1,-17,2; #p.bug -19,11,26; #p.gap -8,-7,4; #p.grade -14,26,41
#p.risk -3,-7,-5; #past 5,-9,-6; #r. item 20,-4,-8; #r. problem 12,-4,-5; #refuse 10,-5,-7
#s.done -8,-12,-8; #s.fixed -8,-20,-12; #self -4,-27,-11; #test -26,22,-20; #user 0,3,8; * -413,-459,-471
<agree -2,0,-8; <ask -10,-8,-5; <because -3,-6,-4; <but 4,20,17; <c.deferred -5,11,-3; <c.deliberate 4,4,-5
<c.instead -6,4,-5; <c.kept 8,-4,-2; <c.needless -3,0,4; <c.prefer 2,-3,6; <c.rather -4,4,2
<c.skipped 1,6,-3; <c.stays 0,-4,-5; <change 2,24,3; <did -9,4,13; <doc -2,4,2; <doing -2,-2,4
<explain 9,-2,-12; <if -13,3,4; <it 15,11,19; <maybe 5,5,-4; <n.advise 0,6,-4; <n.fix 2,5,-1
<n.later 2,11,2; <n.left 10,6,-2; <n.next 0,6,12; <n.plan -6,-2,-6; <n.ready -1,-4,-1; <n.remind -3,10,-5
<n.todo -6,-5,6; <narrate -3,-2,-4; <negate -11,14,-4; <now -10,19,-9; <option -3,-9,-5; <order -4,13,-14
<p.block -1,5,-2; <p.bug -1,-4,13; <p.cannot -1,7,-1; <p.crash 1,8,-1; <p.error 9,-3,0; <p.fail -5,1,-7
<p.gap 4,1,-6; <p.grade -1,6,0; <p.loss 14,14,-10; <p.missing -9,-3,0; <p.risk -3,-4,1; <p.undone -2,5,-7
<p.wrong -2,-4,-8; <past 2,-10,-8; <r.dont -3,5,-1; <r.ever -2,2,-9; <r.must -3,-2,4; <r.only -1,2,-5
<r.rule 8,6,-3; <refuse -1,3,-5; <s.done 5,2,18; <s.fixed -4,8,-6; <s.passed -4,6,3; <self -10,-2,-7
<test -10,-4,3; <us -4,1,0; <user -15,5,-2; <w.should -4,0,2; <will -6,15,7; =( -1,9,-11; =) 6,9,-10
=+ 19,15,-4; =, 9,-5,-19; =/ 8,14,2; =: -16,50,-7; =; 18,2,-13; =<code> 2,10,9; =<number> -1,32,17
== -3,-5,-4; =? -165,-212,-154; =a -7,4,-1; =about 13,-3,2; =above 4,3,-3; =absolute -4,-1,5
=accept -4,-1,-2; =accepting 5,0,-1; =access -1,9,-1; =account 2,-4,-1; =accurate 1,-4,-1; =active -7,-5,-1
=actually 0,-5,2; =add 1,50,-15; =added -5,-8,-9; =adding 10,-1,-3; =address 1,11,-3; =addressed 1,-4,12
=again 2,0,5; =against -8,11,-9; =agent -1,-9,15; =agents -2,5,5; =all 1,-17,-15; =already 9,-6,-25
=also -10,8,22; =always 3,5,-1; =an 2,18,21; =and -6,14,-29; =another -9,3,-2; =any 7,-8,6; =anyone 5,-2,-1
=anything 5,3,-5; =api -6,5,-2; =appears -1,-3,11; =applied -1,-3,7; =applies 3,5,-2; =approach 2,13,-5
=are -3,-5,-4; =aren't -1,-1,5; =as 12,-16,-20; =as-is 6,5,-4; =ask -1,4,0; =at 2,-7,20; =avoid -2,-4,-1
=b 1,-10,-1; =back 1,0,-5; =base -7,-6,4; =be -6,3,7; =because 3,-2,5; =been 2,3,-5; =before 7,4,-7
=behavior 3,7,5; =being -3,-2,15; =best -3,-1,4; =better -8,1,7; =between 12,-9,1; =binary 0,14,3
=blank 0,-1,5; =block 16,-2,-3; =blocking -1,7,-2; =blocks -2,-6,3; =body 4,-3,2; =both 1,-7,1
=branch -9,-12,-2; =breaking 9,-3,2; =broken 3,-1,-8; =bug -7,-3,24; =build 0,-5,-3; =built -2,0,4
=but -6,-13,10; =by 5,11,-6; =cache -3,3,-9; =call 7,1,-5; =called 2,-1,7; =can -1,-2,8; =can't 4,7,-6
=case 5,-1,-1; =cases -4,2,-6; =catch 1,4,-4; =cause -1,-3,9; =chain -4,7,3; =changes 4,15,2; =check -8,8,2
=checking 4,-1,5; =chunk -6,3,-3; =ci -3,9,-1; =clarify -1,13,0; =claude 7,-7,5; =clean 4,3,2
=cleanup -2,10,-3; =clear 6,5,-4; =clearly -1,-2,4; =cli 2,-13,-1; =close 6,1,-2; =code -1,-15,-6
=codebase -2,-1,7; =command 5,14,-4; =commands -1,-5,-8; =comment -4,1,0; =comments 4,-2,-3
=commit -5,-7,-3; =committed 1,-2,4; =common -1,-2,-5; =compare -2,4,-4; =comparison -5,-1,-2
=complete 4,-3,0; =complex -1,4,-2; =config 6,2,-6; =confirm -3,10,-1; =conflict 11,-5,-2
=conflicts 8,-3,-1; =consider -1,6,-1; =consistency -3,9,4; =consistent -4,-3,-1; =constants -1,5,-1
=contains -2,0,4; =content 0,4,-7; =context -1,4,-2; =continue 3,8,-2; =continuing -1,4,0
=conversation -4,-6,8; =copilot 0,-4,-4; =copy -4,5,-1; =correct -2,3,5; =correctly -6,-6,0; =cost -4,-5,-4
=could -2,-4,-4; =coverage 0,-5,-1; =create 4,-8,-1; =created 0,6,15; =creating -2,0,-4; =creation -2,2,-4
=current 17,3,2; =currently -4,-1,8; =cursor -4,0,3; =custom -1,-3,9; =data 9,-8,0; =decision -4,-1,-1
=default -7,2,-8; =deferred 6,-5,1; =defined 3,-4,-1; =delete 0,4,1; =dependency 5,1,-4; =depends 6,2,-1
=describe 3,4,0; =design 2,0,-4; =details 3,-4,-2; =detection -5,2,1; =deterministic 11,-2,-4; =dev -4,14,0
=didn't -2,2,5; =different 2,5,11; =dir 4,0,6; =directly -4,-4,1; =directory -7,0,0; =do 15,-11,-2
=doc 2,-8,0; =docs -1,17,4; =documentation -3,-5,-3; =documents -1,2,4; =does -5,-3,4; =doesn't 1,-7,19
=doing 9,10,-2; =don't -8,-1,1; =done -8,-8,-6; =duplicate 1,-4,6; =each 9,3,-2; =early 0,2,-5
=easy -2,-5,-1; =edit 0,0,5; =eliminate -1,5,3; =empty -1,-4,15; =enabled -9,-2,-2; =end -5,1,1
=enough -3,-2,-4; =enter 3,6,3; =entire 3,0,9; =entirely -2,-3,-7; =entry 4,0,-3; =error 8,-4,-9
=errors -6,6,-6; =etc 2,5,1; =even 1,-4,6; =ever 12,-4,18; =every -9,-8,14; =exact 1,-5,-1; =exactly 2,5,-8
=exist 7,-7,6; =existed 0,-2,4; =existing 8,5,-4; =exists -2,-12,-10; =exit -3,5,0; =exiting 4,-1,-1
=expects 0,-1,5; =explain 0,13,0; =explicit -4,2,8; =explicitly -7,2,-3; =fail 4,-3,-3; =failed -4,-1,-2
=failing 0,-2,24; =fails -5,-3,0; =failure 3,7,-4; =fallback 7,-2,-3; =feature -7,8,4; =fetch -2,4,-4
=field 2,-6,-4; =file 0,-18,2; =files -1,-12,-2; =filter -1,6,-5; =filtering -2,5,-1; =find -3,-4,-8
=finding 2,1,-4; =fine 5,-1,-2; =fire -1,-1,4; =fires -2,-1,4; =first 4,1,4; =fix -2,10,-14; =fixed 3,-2,-5
=fixes 1,1,-5; =flag 9,5,-9; =flags 0,4,-2; =flow 5,-4,-1; =folder 3,13,-1; =follow 3,5,6
=following -2,-4,4; =for 31,6,-18; =format 2,0,12; =found -5,5,-6; =free 0,-5,5; =fresh -4,6,3
=from -18,15,-2; =full -6,-7,-4; =fully -3,-1,7; =function 0,0,-6; =functions 17,-5,-3; =further 3,-4,-1
=future 5,5,-2; =gap -2,-1,6; =generated -3,7,-6; =get 1,-1,10; =gets 5,-4,5; =getting 8,-1,3; =git 8,0,-7
=give -2,-3,4; =given -3,-1,5; =go 9,-12,-4; =goes 9,-2,-2; =gone -2,4,2; =good 4,-2,-2; =gracefully 4,-1,-3
=great -1,5,-1; =green 2,-5,3; =guard -5,-3,1; =handled 6,0,-1; =handles 3,-2,-4; =handling -2,-5,6
=happen -6,-1,8; =happened -1,4,6; =hardcoded -1,-1,4; =has -7,4,7; =have -2,-7,1; =head 14,-6,6
=help -3,-2,-4; =helper 12,-10,-3; =here 4,9,4; =here's -3,-5,-5; =hold 5,-1,-1; =hook -15,6,-2
=https -4,6,-2; =i 6,10,1; =i'd 7,0,-2; =i'll 2,6,-1; =i'm 7,-1,3; =id -6,-2,0; =idea 4,4,-1; =ids -1,-5,-2
=if -3,-20,-11; =ignored -4,-1,-1; =immediately -3,1,-4; =implementation -6,-8,11; =import 6,1,-3
=improve -3,9,0; =in 0,15,8; =include -3,-5,-2; =including -2,1,-4; =inconsistency -1,4,-4
=initial -2,-4,-1; =initialization -2,6,-1; =injection -2,4,-1; =inside 3,6,-5; =install 1,-1,4
=installed 4,0,-1; =instead -9,-1,3; =integration 1,-7,-4; =intentional 10,-2,0; =into 1,21,-16
=introduced -1,-1,4; =invalid -2,-3,-9; =investigate -5,16,3; =is 7,-7,24; =isn't -4,2,1; =issue 10,6,12
=it 3,15,3; =it's 1,2,-4; =items 1,4,-1; =its 5,1,12; =itself -5,-1,7; =json 0,-4,2; =just -1,9,-14
=keep -4,4,-3; =keeps 11,-1,-3; =kept 18,-3,-1; =key 14,18,-7; =keys -4,-15,-1; =know -3,-4,0; =known 4,-1,2
=last -2,2,4; =later -2,-11,3; =leading -1,-2,5; =leaks 0,-1,-4; =leaves 1,-2,4; =left 9,-4,-4; =let 0,0,-6
=let's -1,-7,1; =level -2,4,3; =like 8,-8,-6; =limitation -2,1,8; =line 0,11,-3; =lines 2,-5,-3
=lint -1,-5,-2; =list 4,10,0; =listed 4,-1,3; =live -4,0,0; =local 5,2,-5; =locally 6,-8,2; =log 1,-5,9
=logic 8,-9,-5; =logs -5,5,1; =long -2,-2,-4; =longer -5,-1,4; =look 4,8,-1; =lost -1,-1,-4; =low -2,-1,-4
=made -1,-3,6; =main -3,-3,13; =make 7,-3,-2; =makes 4,-2,0; =making -2,4,-2; =manual 7,4,-4; =map 7,5,0
=markdown 1,1,18; =matches 7,0,-2; =matching -2,4,-5; =may -2,11,-3; =me -5,-4,-1; =means 0,-2,4
=memory -4,2,-1; =merge -4,-4,0; =message 14,-6,-9; =messages -3,-1,-5; =metadata -11,-6,-1; =methods 4,-1,0
=might -7,-4,8; =migration 12,-6,-5; =missing 0,-6,-7; =mode -1,5,-5; =more -4,3,4; =most -9,-4,2
=multiple -1,-5,5; =must 26,4,-4; =name -5,-4,-3; =named 6,-4,-2; =names -4,2,-2; =natural 5,8,-3
=need -15,4,3; =needed 3,-12,-2; =needs 2,26,-3; =network 0,-1,-4; =never -11,-1,5; =new -14,0,-13
=next 6,3,-5; =nil -4,8,0; =no 7,-7,0; =none -6,-2,3; =not 15,4,-3; =note 5,4,1; =nothing -2,-3,4
=now 1,-7,-15; =number 4,-3,8; =of 1,-14,-1; =ok -4,-2,-5; =old 2,-6,-4; =on -8,5,28; =once 9,-2,-5
=one 16,2,20; =ones -2,2,-4; =only 11,-2,14; =open 4,0,5; =operation -5,6,-2; =option 8,0,4
=optional -2,6,-1; =or -14,-1,-6; =orphaned -1,-2,4; =other -7,5,11; =otherwise 1,-5,-1; =our 3,2,13
=out 21,-4,-5; =output -4,14,5; =outputs 2,-2,7; =overwrite 0,-4,-1; =own 7,0,11; =package 4,1,-2
=param 6,-1,0; =parent 3,-4,-5; =parse -2,6,-1; =parsing 7,-1,-2; =pass -6,3,-7; =path -6,-7,11
=paths -8,1,1; =pattern -2,4,0; =pending -2,-9,-2; =per 17,6,10; =permanent 5,-1,-1; =phase -2,22,-2
=plan -3,-4,4; =point -8,-3,1; =pointing 4,2,-1; =populated 0,-1,5; =possible -3,-5,-2; =pr 9,28,10
=pre-existing -2,-4,12; =prefix -2,4,-1; =present -4,3,-3; =prevent -1,2,-4; =print 4,0,-1; =private -3,-4,5
=problem -4,-2,-13; =process -2,-4,10; =processes -1,-5,-1; =produce -1,0,5; =progress -4,-5,0
=project -2,-4,-4; =prompt 1,4,7; =properly 0,1,6; =push -3,6,-3; =query 5,1,2; =question -7,-3,-2
=questions 5,-5,-1; =ran -1,3,-4; =rather 11,1,-4; =raw -3,-5,1; =read -7,-6,3; =read-only 5,2,-1
=reads -9,-3,-1; =ready -2,27,1; =real -7,-3,-6; =real-time 5,-1,0; =rebuild -1,18,0
=recommendation 3,18,-2; =record -3,6,-1; =records 4,-3,-1; =refactor 5,0,4; =referenced 2,-1,5
=references -5,-4,-2; =registered 6,-1,0; =regression -1,4,-2; =remaining -2,5,2; =remove 4,1,-2
=removed 1,-3,-4; =replace -1,14,-1; =replaced 4,-5,-2; =repo -6,7,5; =required 5,0,2; =requires 5,-4,4
=reset 4,-1,7; =resolution -3,12,-4; =resolve 2,-7,-5; =resolved 5,1,-3; =resume -4,2,-5; =returns -7,4,-6
=review -11,-6,-5; =right 10,3,-5; =root -1,7,0; =rules -6,1,-2; =run -7,7,21; =running 7,7,3; =runs 5,-8,10
=same -2,3,15; =save 5,-1,0; =say -2,-6,1; =says -7,4,9; =scope 6,-6,1; =script 0,-6,7; =section -3,-4,-3
=see -2,6,3; =seem 1,0,9; =seems -3,-1,-5; =sees 6,1,-1; =separate 5,1,0; =session -17,-7,14
=sessions -3,-2,11; =set 1,9,0; =sets 2,-5,2; =settings 0,-3,-4; =setup -2,2,7; =shadow 5,-2,1
=share 3,18,-5; =shared 5,5,-6; =sharing 5,11,-3; =shell -1,-1,13; =should 14,19,-6; =shouldn't 0,-4,-3
=show -3,10,-3; =shows -3,3,-4; =silently -3,1,-6; =since 0,9,-10; =skip -5,7,0; =skipped 2,-2,7
=small 1,5,-4; =so -3,0,-9; =some -2,2,5; =something 1,3,4; =source 4,-3,2; =spec -5,-3,8
=specific -5,-2,-5; =specifically -1,4,-2; =split -4,-1,0; =stale -2,2,-7; =staleness -2,8,0; =start -8,-6,4
=starting -4,0,5; =startup -4,7,-1; =state -5,-2,-7; =states -5,7,0; =status -2,-7,-3; =stay 11,-3,-2
=stays 1,-2,8; =step 10,6,-4; =steps -3,-4,-2; =still -7,-1,24; =stop 5,-6,10; =storage 5,-2,-2
=store -2,13,-3; =stored -4,-2,0; =strategy 8,-6,-4; =string -7,-5,-1; =struct 0,4,-2; =structure -4,-2,-3
=style 10,-1,-1; =subagent -2,-7,7; =subsequent -5,-1,0; =suggested -2,-3,-4; =suggestion -4,9,-2
=suite 4,0,1; =supports -1,-3,10; =sure 6,5,-3; =sync 9,5,1; =table -5,-4,1; =take 13,-4,-1; =task -4,-23,1
=telemetry -7,1,-3; =terminal 2,8,-4; =test -3,-6,6; =tested 9,-2,-2; =testing 4,-1,1; =tests 2,-9,8
=text 5,-3,5; =than 9,0,3; =that 10,-6,10; =that's 1,-6,1; =the -7,-12,17; =their 2,5,1; =them 4,8,-11
=then -9,-2,-3; =there -9,3,5; =there's -5,-2,1; =these 2,-2,17; =they're -5,6,0; =this -13,-3,-5
=those 3,-1,-8; =though -6,7,4; =three -4,-9,-1; =through -9,-2,3; =throughout 5,-2,0; =time 7,5,-4
=timeout -1,1,-5; =to 7,21,-9; =tool -2,3,22; =top -1,-5,-4; =total 9,-2,10; =tracking -2,3,-4
=trigger 1,5,-1; =triggering 0,4,-1; =try -2,-2,7; =turn -3,6,-5; =turns -2,4,-3; =two 2,-7,-4; =type 5,-9,2
=types -1,2,6; =under -4,9,9; =understand -2,-5,-1; =unit 6,-1,-2; =unknown -4,0,-1; =unless 4,-4,0
=unrelated -2,0,6; =until -1,-2,4; =up -8,-3,17; =updated -8,8,-4; =updating -1,7,-2; =use 4,-16,-1
=used -3,0,-7; =user 1,7,1; =users -4,2,-2; =uses -8,-7,0; =using 9,-1,-1; =valid -3,-2,-9
=validation -4,10,1; =value -1,5,6; =verified -7,-4,-2; =verifies 5,0,-1; =verify -5,3,-6; =version 8,-5,-3
=very 4,-2,-2; =via -6,1,5; =view -7,9,-2; =visible 5,-3,-4; =vs -5,2,-5; =waits 0,5,-1; =want 9,2,-5
=warning -2,7,-1; =was -2,-9,-3; =way 12,3,-1; =we 10,-1,6; =we've -4,-2,1; =well 7,-1,-1; =went -1,-1,5
=were 0,1,-6; =what -3,8,-20; =what's -3,-1,11; =whatever -4,-2,-3; =when -5,8,30; =where -4,1,5
=whether 5,2,-2; =which -7,-13,20; =while 12,-4,10; =whole 6,3,1; =why 0,1,12; =will -7,-3,6; =with 2,-1,-6
=without -8,-6,11; =won't 6,-1,3; =work 2,1,-4; =workflow -2,5,0; =working -3,-2,4; =works -4,3,-2
=worth 0,13,10; =would 9,-10,-8; =write -3,-3,4; =written 4,2,9; =wrong 0,-4,7; =yes -1,9,-3; =you -4,-6,-4
=you'd -2,-5,-1; =you're 1,12,0; =— 7,36,15; =→ -4,-4,-5; >* -35,13,-38; >=( 5,-2,-12; >=) 4,-3,-13
>=, -3,18,-8; >=: -17,6,-18; >=<code> -1,-17,-10; >=<number> 15,-9,-1; >=a 4,3,-5; >=add 5,11,0
>=added -6,5,-2; >=all 12,-10,0; >=and -9,2,4; >=approach 9,-2,6; >=are -5,24,11; >=at -2,9,-2; >=be -4,1,10
>=because -1,7,-2; >=both -7,-5,-3; >=but -1,-3,-5; >=by -2,4,4; >=changed -4,-4,-2; >=changes -3,8,-2
>=check -1,-2,6; >=cli -1,7,-1; >=code -2,-5,12; >=current -1,4,-1; >=each -1,-4,-1; >=file -2,6,3
>=fixed -7,-2,10; >=for -5,-17,-6; >=from -3,-8,-8; >=good 9,-2,0; >=have 4,4,-3; >=here's -4,-4,-3
>=i -3,-5,-3; >=if -1,-4,-1; >=implementation -2,-3,20; >=in 5,-5,-16; >=is -5,-17,-14; >=issues -1,2,7
>=it 0,8,-3; >=just 3,-4,-3; >=key -3,5,0; >=like 4,1,-1; >=logic 10,-8,-2; >=main -1,-2,-4; >=need 3,-4,11
>=new -6,-3,3; >=no 6,-4,-2; >=now -6,-8,-2; >=of -1,-5,-2; >=on -2,-9,0; >=same -2,-4,-1; >=should 5,14,-4
>=tests -2,-2,26; >=that -2,-2,4; >=the -15,-22,-4; >=these 0,-6,-6; >=things -2,6,6; >=this -5,-2,-5
>=three -3,-5,0; >=two -6,2,8; >=was -4,-2,-6; >=we -3,5,-3; >=what 2,-6,-6; >=with 8,-10,9; >=work -4,-3,4
>=you 1,-4,-3; >=— -2,-15,-14; >>agree 14,1,6; >>ask 8,-1,-14; >>because 2,-16,18; >>but 4,-15,16
>>c.decision 5,-2,-1; >>c.deliberate -2,2,12; >>c.fitting -1,6,1; >>c.instead 6,-7,1; >>c.rather 0,-8,8
>>c.skipped -4,0,-2; >>c.stays -3,7,-4; >>change 4,-14,5; >>did 13,-11,-4; >>doc 7,-5,19; >>doing 5,-4,11
>>explain -5,-23,27; >>if -12,4,6; >>n.fix -3,-6,15; >>n.later 5,-8,6; >>n.left 6,0,6; >>n.need 6,-8,7
>>n.next -5,-4,2; >>n.plan -4,-3,-7; >>n.remind 6,0,2; >>n.todo 5,-1,-4; >>narrate 4,-8,-8
>>negate -24,-20,21; >>now 10,-9,0; >>option 9,-5,4; >>order -4,16,-3; >>p.bug -5,-8,15; >>p.crash -3,3,6
>>p.error 0,3,-8; >>p.gap -4,-4,2; >>p.grade 6,-2,7; >>p.loss -9,-3,18; >>p.missing -5,0,-5
>>p.risk 1,-4,-2; >>p.undone -1,0,-5; >>p.wrong -1,-9,-10; >>past -2,-7,-6; >>r.dont -6,-3,1
>>r.ever 2,-1,10; >>r.must -3,0,-4; >>r.only -1,2,-7; >>r.rule -4,-1,-1; >>refuse -7,-5,1; >>s.done 5,11,13
>>s.fixed -3,-3,6; >>s.passed 1,-3,-6; >>self 0,7,0; >>still 11,-8,-8; >>test -3,4,7; >>us 12,3,-3
>>user 4,-11,3; >>w.lets 5,-3,-6; >>w.should -2,4,12; >>w.want -6,0,9; >>will 13,-3,-2; >agree 15,-8,-4
>ask -1,-24,-15; >because -7,-12,-12; >but -3,-5,-10; >c. 12,9,5; >c. item 119,-18,6; >change -3,-5,-13
>change item 0,-150,-100; >change order -1,-6,-1; >change over item -5,-8,-10; >change problem 12,3,-5
>did 22,-20,21; >doc 4,15,-8; >doing -13,-3,-21; >explain -2,-34,-20; >if -4,-19,-2; >it -18,-3,-19
>item agree 18,-7,-2; >item ask -8,-22,-14; >item because -20,-11,-9; >item but -2,-5,-9
>item change -5,-8,-10; >item did 20,-7,25; >item doc 4,16,-8; >item doing -10,-9,-9
>item explain -18,-32,-13; >item if -4,-19,-6; >item it -27,1,2; >item maybe -11,8,-7
>item n.later -1,-21,-3; >item n.left -2,16,9; >item n.need -6,-13,20; >item n.plan -3,41,-5
>item n.remind -7,-13,2; >item narrate -3,3,-6; >item negate 1,-16,-8; >item now -9,5,-5
>item option -15,-14,12; >item order -12,-17,-12; >item p.bug -2,-3,5; >item p.error -6,-4,-14
>item p.gap -5,-1,14; >item p.grade -1,-6,-10; >item past 0,-16,-16; >item r.rule -9,23,-4
>item refuse 12,-6,-5; >item s.done 26,-7,-11; >item s.fixed 9,-4,18; >item s.passed -4,-5,-3
>item self -6,-19,19; >item still -2,-6,-1; >item test -14,-9,50; >item us -6,9,18; >item user -12,-16,-17
>item w.should -5,32,-7; >item will -8,-5,22; >maybe -11,7,-7; >n. 11,3,1; >n. item -24,219,-3
>n. order 10,6,-3; >n. over 3,-4,-2; >n. over item -8,17,19; >n. problem 0,-2,10; >n.later 2,-15,4
>n.left -2,13,8; >n.need 3,-13,19; >n.next -1,17,-2; >n.plan 4,48,2; >n.remind -11,-11,-3; >narrate -8,3,0
>negate 12,-17,-12; >now -13,-1,-4; >option -18,-21,9; >option item -6,-163,13; >option order -2,-5,-1
>option problem -2,-3,8; >order 5,-1,-7; >p. -6,2,-4; >p. item -8,-6,180; >p. over item -9,-4,-54
>p. problem -6,-9,-9; >p.bug -5,-7,13; >p.error -8,-8,-26; >p.gap -5,10,13; >p.grade -2,-7,-11
>past -1,-17,-17; >r. problem -6,-4,-3; >r.rule -5,33,-5; >refuse 11,-8,-6; >s.done 25,-10,-12
>s.fixed 9,-5,18; >s.passed -5,-6,1; >self -12,-7,12; >still -3,-7,-3; >test -16,-3,50; >us -9,3,19
>user -6,-20,-21; >w.should 11,29,-9; >will -9,-6,21; ^^agree 19,4,-4; ^^ask -12,11,14; ^^because 2,-5,-5
^^but -2,-4,0; ^^c.better -6,3,-3; ^^c.deferred 12,2,-2; ^^c.deliberate 14,2,-3; ^^c.instead 8,-2,-1
^^c.kept 40,-1,-2; ^^c.prefer 9,-2,-1; ^^c.rather -2,-3,7; ^^c.skipped 17,-5,-2; ^^c.stays 12,1,-7
^^change 12,3,-12; ^^did -24,-31,-14; ^^doc -5,1,10; ^^doing -21,-24,8; ^^explain -15,15,-26; ^^if 13,4,-10
^^it -3,-11,15; ^^maybe -12,7,26; ^^n.advise 5,-4,-7; ^^n.fix 0,-1,-7; ^^n.later -7,-7,-3; ^^n.left -8,-7,-4
^^n.need 4,22,-3; ^^n.next -2,10,-2; ^^n.plan -6,6,1; ^^n.ready -2,6,-1; ^^n.remind 10,2,4; ^^n.todo 13,4,-3
^^narrate -8,9,-5; ^^negate 19,-27,51; ^^now -4,0,-10; ^^option 12,1,-4; ^^order 27,45,-53; ^^p.block 9,14,5
^^p.bug -7,-7,2; ^^p.crash -3,-2,9; ^^p.error -12,-8,-1; ^^p.fail 11,-12,40; ^^p.gap 11,-3,-8
^^p.grade -5,2,-1; ^^p.loss -3,-4,8; ^^p.missing -6,-3,4; ^^p.risk -4,8,0; ^^p.undone -7,-6,24
^^p.wrong 2,4,4; ^^past 11,-17,-8; ^^r.dont 13,-2,8; ^^r.ever 11,-6,11; ^^r.only -5,-4,-2
^^r.rule -3,17,-10; ^^refuse -3,-12,19; ^^s.done -13,-5,-3; ^^s.fixed 0,-8,-9; ^^s.passed -12,-25,-16
^^self -18,-5,-12; ^^still -9,-3,-3; ^^test -4,-33,11; ^^us -14,-11,3; ^^user -12,-25,-17
^^w.should 9,-1,-9; ^^will 26,-23,-5; ^agree -4,0,-12; ^ask -19,-27,-25; ^because 15,-15,13; ^but -12,1,25
^c.instead -6,0,-1; ^c.needless 20,-6,-2; ^c.rather -11,-1,-2; ^change 3,-4,-6; ^did -69,-150,-149
^doc -5,14,9; ^doing -7,-3,-8; ^explain -14,-17,-5; ^if -21,-26,11; ^it -31,-6,22; ^maybe -2,16,-14
^n.advise -8,59,-8; ^n.fix 7,11,-3; ^n.left -2,5,-5; ^n.next -1,-1,-4; ^n.plan 3,10,-4; ^n.remind -7,27,2
^n.todo -1,-19,-2; ^narrate 0,-143,4; ^negate 42,-14,-7; ^now -10,-7,-10; ^order -34,97,-31; ^p.bug -3,-7,33
^p.error -2,5,-10; ^p.gap -1,-2,15; ^p.grade -1,-4,-6; ^p.missing -3,-2,15; ^r.dont 18,-6,-3
^r.rule -4,8,-1; ^refuse 22,-11,-1; ^s.done -10,-6,-11; ^s.fixed 6,-2,-3; ^s.passed 0,-7,0; ^self 46,11,0
^test -13,-6,-7; ^us 10,-10,20; ^user -16,23,1; ^w.lets 18,-4,5; ^w.want 0,-4,-3; ^will -8,19,-5
agree 9,4,-1; answer 20,34,-37; answer agree 73,8,-3; answer item 159,-2,-3; ask -22,-41,13
because 3,-15,-14; before a question -6,26,22; begins agree -15,33,1; begins ask -9,-27,4
begins because -1,-9,-12; begins but 36,10,-7; begins c.better -9,-8,2; begins c.instead -12,1,10
begins c.rather -22,-6,9; begins change -9,-29,12; begins did 11,35,1; begins doc -11,1,4
begins doing 8,12,4; begins explain 4,-2,-18; begins if -23,3,7; begins it 6,-19,10; begins maybe -22,1,27
begins n.fix -17,9,-1; begins n.later 25,2,-9; begins n.need 15,59,-15; begins n.next -2,1,-17
begins n.plan -20,0,-57; begins n.remind 5,-5,-10; begins n.todo -36,13,28; begins narrate -38,-15,20
begins negate 7,-26,14; begins now 1,-27,8; begins option 14,-3,-4; begins order -4,-9,10
begins p.bug -52,-12,3; begins p.error -27,7,26; begins p.fail -20,-15,-4; begins p.gap -5,14,-16
begins p.grade 12,7,29; begins p.missing -19,1,9; begins p.wrong -12,-5,13; begins past -7,-11,-8
begins r.dont -10,5,20; begins r.only 17,9,-16; begins r.rule 71,53,7; begins refuse 7,17,18
begins s.done 32,-28,-4; begins s.fixed 7,25,3; begins s.passed -33,-6,6; begins self -28,32,-2
begins still -19,14,7; begins test -19,-23,35; begins us 23,0,-21; begins user 19,-34,0
begins w.lets 7,8,-8; begins w.should 25,-14,0; begins w.want 5,-5,-3; begins will -15,-5,2; bold 16,46,58
box done -3,-302,-2; box open -3,433,-2; but -30,-13,26; by assistant -52,3,-39; by user 52,-253,39
c. 47,-9,-18; c. 1 times 44,4,-11; c. 2 times 33,-16,-7; c. 3 times 120,2,1; c. because 40,-16,-5
c. doubted -7,24,-6; c. doubted in answer -5,3,-8; c. doubted in report 0,24,-4; c. doubted in user -3,-3,7
c. negate -15,-19,1; c. plain 49,-21,-20; c. plain in answer 56,-4,-19; c. plain in report 27,-15,3
c. plain in user 91,-1,-5; c. solved 5,-12,8; c. solved in answer -21,-3,1; c. solved in report 20,-9,11
c. solved in user 6,-1,-4; c. still 3,6,8; c.better -18,7,14; c.chose 108,-4,-3; c.decision 0,-7,-8
c.deferred 61,7,-2; c.deliberate 108,-6,-16; c.fitting 16,0,6; c.instead 5,-1,-2; c.kept 93,-14,-17
c.needless 73,-8,-15; c.prefer 12,6,-3; c.rather 9,8,8; c.skipped 47,3,3; c.stays 15,-11,11; change 5,16,-6
did -14,-16,12; doc -14,6,5; doing -4,-32,11; ends with a question 4,2,18; explain -5,8,20
first message -22,-21,-45; first of block 28,-4,41; first unit 7,-41,36; forNow 28,-6,-3
headings assistant 11,20,29; headings user -26,-23,-52; if 18,6,32; it 18,14,-15; item 0 42,17,-13
item 1 -16,22,-9; item+ask 3,7,-3; item+because -7,2,6; item+but 1,-16,2; item+c.better -6,1,4
item+c.chose 5,-1,-1; item+c.deferred 5,-2,-1; item+c.fitting 4,-1,0; item+c.instead -8,-3,2
item+c.kept 19,-5,-4; item+c.rather -17,-3,0; item+c.skipped -6,1,-1; item+c.stays -10,-1,-1
item+change 18,3,-8; item+did 12,-6,-1; item+doc -9,9,8; item+doing 5,-17,-9; item+explain 15,3,-19
item+it 8,-3,-15; item+maybe -5,0,17; item+n.advise -5,8,-4; item+n.later 5,-2,1; item+n.need -2,-13,3
item+n.next 2,-5,0; item+n.plan 2,-1,12; item+n.remind -1,-3,4; item+n.todo -5,4,2; item+negate -18,-7,12
item+option -1,9,5; item+order -20,9,-13; item+p.bug 7,-1,0; item+p.crash -4,-2,-2; item+p.error 9,1,-8
item+p.fail -3,2,11; item+p.gap 9,-1,3; item+p.grade 0,5,-4; item+p.loss -3,-6,-1; item+p.missing -1,-7,-4
item+p.undone -7,2,8; item+p.wrong 2,-4,-4; item+past 12,-2,-6; item+r.dont 2,1,-5; item+r.ever 0,4,4
item+r.must 14,8,-4; item+r.only -8,3,-2; item+r.rule 1,10,-4; item+refuse 6,-5,3; item+s.done 3,-4,4
item+s.fixed -4,0,-1; item+s.passed 4,6,-3; item+self -5,2,1; item+still 13,1,-16; item+test 4,-18,10
item+us 3,-3,-4; item+user -2,-10,1; item+w.should -10,12,2; item+will -1,0,10
last message of assistant -13,-4,-28; last unit 7,61,8; last words 0,520,-1; maybe 7,7,14
mid-turn -105,-252,-201; n. -12,42,-5; n. 1 times 2,-10,-11; n. 2 times -6,38,13; n. 3 times -9,13,-7
n. because -4,-5,-12; n. doubted 8,15,5; n. doubted in answer 4,-5,-1; n. doubted in report -11,16,10
n. doubted in user 15,3,-4; n. negate 10,8,10; n. plain -17,5,-9; n. plain in answer -20,-3,-29
n. plain in report 2,18,18; n. plain in user 3,-8,2; n. solved -3,22,-1; n. solved in answer -14,11,7
n. solved in report -2,2,-11; n. solved in user 13,9,3; n. still -11,-1,29; n.advise 9,45,-22
n.fix 14,-5,-8; n.later -3,13,12; n.left -7,69,-4; n.need -2,61,0; n.next -6,7,-15; n.plan -15,21,16
n.ready -10,23,-5; n.remind -9,46,15; n.todo -7,28,6; narrate -20,-7,-18; narrating -15,-84,-62
negate 23,-22,54; now -8,-19,-10; option 15,4,-7; order -11,102,-5; order in answer -3,43,-5
order in answer item -13,6,-7; order in report -7,57,-3; order in report item -4,10,6
order in user 3,-7,-16; order in user item -10,-11,-5; p. -15,0,53; p. 1 times -4,6,27; p. 2 times -2,-9,43
p. 3 times -9,3,92; p. because 14,-3,-6; p. doubted 15,3,11; p. doubted in answer 20,0,-3
p. doubted in report 0,7,25; p. doubted in user -5,-4,19; p. negate 23,-7,-17; p. plain -25,1,57
p. plain in answer -13,5,69; p. plain in report -12,0,1; p. plain in user 1,-3,97; p. solved -5,-4,-14
p. solved in answer 1,-1,29; p. solved in report -4,-2,6; p. still 1,5,68; p.block 2,32,-9; p.bug -6,-2,39
p.cannot -10,7,96; p.crash -17,3,0; p.error 0,7,-20; p.fail 16,-3,18; p.gap 8,-9,3; p.grade 12,4,-23
p.loss -14,-10,-1; p.missing -6,-28,11; p.risk -13,20,28; p.undone 0,-4,39; p.wrong -10,-3,4
past 15,-21,-24; r. 23,1,-28; r. 1 times 2,-2,-18; r. 2 times 23,2,-10; r. because -1,-15,-12
r. doubted 21,2,-27; r. doubted in answer 10,2,-15; r. doubted in report 8,1,-6; r. doubted in user 3,-1,-6
r. negate -19,-7,-1; r. plain 4,-21,-14; r. plain in answer 20,-11,-6; r. plain in report -16,-9,-10
r. plain in user 100,-2,3; r. solved -1,20,13; r. solved in answer -4,27,13; r. solved in report -12,-7,-4
r. solved in user 15,0,4; r. still 20,10,1; r.dont 31,-13,0; r.ever 22,6,7; r.must 95,8,-9; r.only -17,3,-20
r.rule -8,-1,-15; refuse 44,-28,14; report 18,11,-8; report+agree -10,6,-1; report+ask 5,-7,1
report+because 5,6,6; report+but 2,-9,-3; report+c.better -3,-3,4; report+c.chose 13,-3,-1
report+c.deferred 5,3,-1; report+c.deliberate 4,-2,-5; report+c.fitting 4,-1,-1; report+c.instead 0,-1,8
report+c.kept 10,-3,-2; report+c.needless -2,0,-5; report+c.rather -3,9,7; report+c.skipped 3,6,5
report+c.stays 4,-6,1; report+change -8,-14,2; report+did 3,-10,1; report+doing -1,-12,14
report+explain 0,7,23; report+if 8,-1,0; report+it -3,7,19; report+maybe 0,1,9; report+n.advise 7,0,-4
report+n.fix -4,1,-3; report+n.left -4,-3,2; report+n.need 6,1,8; report+n.next -3,11,-5
report+n.plan -3,14,9; report+n.ready -4,15,-6; report+n.remind -3,0,10; report+n.todo -3,9,5
report+narrate -6,-8,2; report+negate -8,-1,16; report+now -15,-4,-10; report+option 3,-4,-2
report+order -7,-13,-8; report+p.block 2,-2,-5; report+p.bug -5,2,18; report+p.crash -3,5,3
report+p.error 7,-4,-3; report+p.fail -1,0,7; report+p.gap -1,-4,-1; report+p.grade -9,-2,-2
report+p.loss -3,-4,1; report+p.missing 0,-9,-1; report+p.risk -3,8,12; report+p.undone 5,-2,17
report+p.wrong 0,6,-1; report+past 4,-5,-11; report+r.ever -6,-1,-4; report+r.must 5,-1,-2
report+r.only -6,-5,-2; report+r.rule -9,1,-3; report+refuse 1,-6,-1; report+s.done -16,-8,1
report+s.fixed 1,0,-7; report+s.passed 10,-14,-12; report+self 7,-8,-3; report+still 7,9,2
report+test 2,-19,-5; report+user 2,1,-11; report+w.should 5,0,3; report+will 9,-2,2; s.done -31,-23,-2
s.fixed 4,15,-28; s.passed -1,-6,3; self 17,8,-3; still 8,-13,18; test -21,-18,-3; title -113,-125,-67
units 1 user 6,15,29; units 16 assistant -22,-14,1; units 16 user -28,-15,-9; units 2 assistant -5,13,11
units 2 user 63,16,43; units 32 assistant 1,12,-26; units 32 user 1,-7,-23; units 4 assistant -5,12,-11
units 4 user 31,-8,3; units 8 assistant -17,-23,-11; units 8 user -20,-4,-4; us 15,4,4; user -6,-2,-18
user+agree 13,3,-10; user+ask -12,-1,13; user+because -5,-1,-5; user+but -3,5,19; user+c.prefer 9,-1,-1
user+c.rather -7,-1,6; user+c.stays 5,0,0; user+change -3,2,4; user+did 5,4,-4; user+doc -9,4,-2
user+explain 9,-1,-17; user+if 4,2,13; user+it 15,8,8; user+maybe -6,15,3; user+n.fix 11,-1,0
user+n.need 4,-3,0; user+n.plan 5,-2,-3; user+n.todo -2,9,0; user+narrate 0,5,0; user+negate 4,4,17
user+now 6,-1,11; user+option 10,5,-2; user+order 21,3,9; user+p.bug 1,0,-6; user+p.error -11,-2,3
user+p.fail 6,-1,-2; user+p.grade 7,0,-9; user+p.missing -6,0,9; user+past 6,-1,-6; user+r.ever 4,-1,3
user+r.rule -6,0,-1; user+refuse 0,-1,11; user+s.done 7,4,-5; user+s.passed -4,-1,11; user+self -4,8,7
user+still -10,-1,24; user+test 0,-2,-4; user+us 17,-4,-4; user+user 3,-2,7; user+w.lets 4,5,0
user+w.should 8,-2,-7; user+w.want 6,-2,1; user+will 3,5,0; w. 27,17,-18; w. 1 times 23,18,-17
w. 2 times 4,-1,0; w. because -7,-13,7; w. doubted 14,-13,-8; w. doubted in answer 15,0,-3
w. doubted in report -7,-21,-1; w. doubted in user 7,8,-4; w. negate 6,5,-7; w. plain 10,11,-5
w. plain in answer -21,23,-7; w. plain in report 16,-5,7; w. plain in user 117,-6,-5; w. solved 2,19,-4
w. solved in answer -2,9,-1; w. solved in report -2,10,0; w. solved in user 6,-1,-3; w.lets -3,-6,-3
w.should 28,28,-17; w.want 7,-7,2; will 32,-12,1; words 1 -16,6,-10; words 16 40,6,19; words 2 -22,-43,-24
words 32 -18,5,7; words 4 -24,6,9; words 8 33,19,6
`
