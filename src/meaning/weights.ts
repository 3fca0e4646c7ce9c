// Written by `npm run bench:meaning -- --fit`; see docs/meaning.md. Not by hand.

/** The kinds whose weights are fitted. */
export const FITTED = ['decision', 'next', 'blocker'] as const

/** From these log-odds on it is enough. */
export const ENOUGH: Readonly<Record<(typeof FITTED)[number], number>> = {
  decision: -0.22,
  next: -1.50,
  blocker: -0.78,
}

/** What a feature speaks for each kind in turn, in hundredths of log-odds. */
export const WEIGHTS = `
#* 7,17,-9; #=( 0,5,5; #=) 0,5,5; #=, 11,-10,10; #=/ 8,-5,8; #=: -2,3,-16; #=<code> -34,-17,0
#=<number> -7,-1,18; #=? -3,-4,0; #=a -6,5,4; #=all 5,-1,-1; #=and -1,-10,1; #=but 3,-3,-6; #=change 1,7,-1
#=changes 0,15,-4; #=commit -3,-7,-1; #=context 5,1,0; #=current -6,-6,13; #=design 2,-14,-1
#=files 3,-5,-3; #=fix -7,-7,5; #=for 3,3,-4; #=i -2,-14,-6; #=in -9,-6,-10; #=is 0,-5,3; #=it 2,-6,-5
#=key 17,19,7; #=line -1,-2,4; #=needed 1,-4,-2; #=no 5,-2,-3; #=not 2,-8,-2; #=of 3,-7,3; #=one -3,-2,8
#=option -2,-5,-1; #=plan 4,-18,-2; #=proposed 3,9,2; #=review 0,1,4; #=state 2,-2,15; #=steps 4,5,-1
#=summary -3,-3,10; #=test -4,18,-2; #=the 7,-4,-4; #=this -5,-7,0; #=to -4,22,-2; #=verdict -7,5,-8
#=verification -5,14,-1; #=what -4,-3,0; #=your -2,-3,8; #=— -19,-10,7; #ask -25,-39,-12; #because 1,-9,-15
#but 6,-6,-12; #c. 43,2,-8; #c. item 197,-29,1; #c. problem 2,-11,0; #c.needless -3,4,-8; #change -6,11,17
#change item 0,-150,-120; #change order -6,17,-3; #change over 14,12,1; #change over item -20,-1,16
#change problem -7,-4,7; #did 45,12,-17; #doc -10,15,1; #doing -7,27,-3; #explain -7,-7,-6; #if 8,-21,-6
#it 1,-30,-21; #item ask -16,10,-19; #item c.needless -9,-1,-4; #item change -20,-1,16; #item did 50,31,-17
#item doc -9,10,4; #item doing -16,0,5; #item explain -1,-5,-1; #item it -8,-25,-12
#item n.advise 17,38,-18; #item n.plan -1,-9,-7; #item n.todo -5,1,-3; #item negate -1,-19,-7
#item now -4,-17,-3; #item option -1,-16,-1; #item order -6,3,-11; #item p.bug 2,-4,13; #item p.gap -2,-2,-5
#item p.grade -6,-15,10; #item p.risk -6,-8,-24; #item s.fixed 0,-12,-8; #item self -5,-28,-11
#item test -15,44,-9; #item title.blocker -10,-5,225; #item title.decision 238,-20,5
#item title.next -5,203,-2; #item title.option -101,-116,-101; #item title.proposal -8,148,-78
#item title.report -31,-109,-91; #item user -2,2,14; #n. 23,35,-7; #n. item -25,150,-53
#n. narrating 0,-150,0; #n. order -8,56,-5; #n. over 19,20,-4; #n. over item 41,-13,-2
#n. problem 26,-15,-23; #n.advise 36,38,-3; #n.fix -10,5,3; #n.need 1,-16,3; #n.plan 27,-10,-15
#n.remind -2,4,12; #n.todo 3,-5,-3; #negate 16,-4,-8; #now -5,-21,2; #option 7,-23,-9
#option item -151,-166,-1; #order -5,-20,-13; #p. -9,28,8; #p. item -12,-31,167; #p. order -1,15,5
#p. over item 8,0,-71; #p. problem 8,-12,-19; #p.bug -16,7,9; #p.gap -6,-8,2; #p.grade -12,33,24
#p.risk -1,-6,-26; #past -1,-7,-6; #r. item 11,-4,-4; #r. problem 11,-5,-3; #refuse 7,-4,-6
#s.done -4,-10,-6; #s.fixed -3,-11,-10; #self -2,-28,-9; #test -20,28,-12; #title.blocker -22,1,23
#title.decision 59,-17,4; #title.next -6,52,4; #title.option 7,-23,-9; #title.proposal 20,17,-2
#title.report -13,-22,23; #user -6,6,8; * -428,-462,-509; <agent.blocker.10 5,17,11
<agent.blocker.11 -5,-7,-5; <agent.blocker.7 5,12,-6; <agent.blocker.9 -4,4,-6
<agent.blocker.not.1 -8,14,-6; <agent.blocker.not.2 1,1,-9; <agent.decision.10 -4,5,-5
<agent.decision.11 -4,1,-5; <agent.decision.2 -1,5,-2; <agent.decision.4 1,7,-5; <agent.decision.8 1,-1,6
<agent.decision.not.3 -8,0,-5; <agent.next.not.2 -7,17,-7; <agree -4,-1,-7; <ask -10,-9,-3; <because 1,-4,-4
<but 3,16,18; <c.deferred -4,10,-3; <c.deliberate 5,2,-4; <c.instead -5,4,-4; <c.kept 8,-3,-2
<c.needless -2,0,4; <c.prefer 2,-2,6; <c.rather -4,4,2; <c.skipped 0,6,-3; <c.stays 1,-4,-4; <change 5,21,0
<did -5,-1,16; <doing -7,1,2; <explain 8,-5,2; <if -14,5,3; <it 18,8,16; <maybe 8,5,-2; <n.advise -1,7,-4
<n.fix 2,4,-1; <n.later 4,10,2; <n.left 7,8,-2; <n.need 4,2,1; <n.next -1,8,12; <n.plan -4,-1,-7
<n.remind -2,10,-7; <n.todo -7,-5,7; <narrate -2,-1,-5; <negate -10,13,-6; <now -9,10,-10; <option -5,-9,-4
<order -3,11,-17; <p.block -1,5,-2; <p.bug -1,-3,13; <p.cannot 0,4,-1; <p.crash 2,7,-1; <p.error 8,-1,0
<p.fail -2,0,-5; <p.gap 3,0,-6; <p.grade 0,5,2; <p.loss 13,13,-8; <p.missing -7,-2,2; <p.undone -2,3,-6
<p.wrong -2,-2,-7; <past 3,-8,-7; <r.dont -2,4,-2; <r.ever -2,2,-8; <r.only -2,2,-4; <r.rule 6,7,-3
<refuse -3,6,-5; <s.done 6,6,18; <s.fixed -5,5,-5; <s.passed -4,5,2; <self -10,-1,-7; <test -9,-4,7
<us -7,0,-1; <user -14,4,-3; <user.blocker.3 -1,-1,4; <user.blocker.not.1 -13,-1,1; <user.decision.4 -7,-1,0
<user.decision.5 -7,-1,-2; <user.decision.not.1 -8,-1,-3; <user.decision.not.2 -14,-1,1; <w.lets -4,-1,-3
<will -3,13,7; =( -6,12,-8; =) 0,12,-7; =+ 20,12,-3; =, 9,-4,-13; =/ 9,10,5; =: -20,45,-10; =; 6,5,-6
=<code> 2,19,13; =<number> -1,35,19; == -4,-4,-3; =? -166,-211,-153; =a -6,6,-6; =about 12,-1,2
=above 4,3,-2; =accept -4,0,-1; =accepting 5,0,0; =access -1,9,-1; =account 0,-4,-1; =active -8,-4,-1
=actual -3,4,-1; =actually 0,-4,2; =add 3,43,-10; =added -2,-5,-7; =adding 10,-2,-3; =address 0,10,-2
=addressed 1,-3,11; =after 0,1,-4; =again 1,0,4; =against -6,10,-7; =agent -5,-6,13; =agents -2,5,5
=all 6,-13,-12; =already 6,-4,-20; =also -8,6,23; =always -4,4,-2; =an 0,19,24; =and -2,13,-24
=another -8,4,-1; =any 7,-6,8; =anyone 5,-1,0; =anything 4,2,-5; =api -5,6,-2; =appears -1,-5,10
=applied -1,-2,5; =applies 4,6,-2; =approach 2,16,-4; =are 5,1,-3; =as 6,-16,-17; =as-is 3,5,-3; =at 2,-7,16
=b 1,-9,-1; =back 0,0,-6; =base -7,-5,4; =be -7,1,6; =because -1,-3,4; =been 3,1,-4; =before 3,10,-2
=behavior 2,7,4; =being -2,-2,13; =better -6,0,5; =between 13,-8,0; =binary 0,7,3; =blank 0,-1,6
=block 14,0,-2; =blocking -1,5,-3; =blocks -3,-6,4; =body 0,-3,4; =both 2,-3,6; =branch -7,-12,-1
=breaking 7,-2,4; =broken 1,-1,-8; =bug -6,-2,14; =build 0,-6,-2; =built -2,1,6; =but -6,-9,1; =by 10,12,-3
=bytes -2,-3,-4; =cache -3,0,-8; =call 7,1,-4; =called 1,-1,7; =calls 4,-3,-2; =can 1,-6,10; =can't 6,8,-4
=case 6,0,-3; =cases -3,3,-5; =catch 1,4,-3; =cause 0,-3,13; =chain -3,5,3; =changes 4,13,3; =check -6,8,-2
=checked 0,-1,-6; =checking 5,0,0; =chunk -7,6,-3; =ci -4,9,-2; =clarify -1,12,0; =claude 5,-4,3
=clean 5,6,5; =cleanup -2,10,-2; =clear 7,5,-2; =cli 5,-11,0; =code 0,-13,-9; =codebase -2,-1,8
=command 8,15,-2; =commands -3,-4,-6; =comments 4,-2,-2; =commit -8,-5,-4; =committed -2,-3,4
=common -1,-1,-6; =comparison -5,-1,-2; =complex 1,4,-2; =config 6,2,-3; =confirm -2,9,0; =conflict 12,-4,-1
=conflicts 9,-3,-1; =consider -1,7,-1; =consistency -3,8,5; =constants -1,5,-1; =contains -1,0,4
=content -1,5,-7; =continue 4,7,-1; =conversation -4,-4,6; =copilot 0,-4,-3; =copy -3,4,-1; =correct -3,4,4
=correctly -4,-5,0; =cost -4,-4,-5; =could 4,-6,-1; =coverage 1,-4,-1; =create 7,-6,1; =created 1,7,14
=creating -4,-1,-5; =current 16,1,0; =currently -3,-3,6; =cursor -4,0,3; =custom -1,-2,7; =data 8,-8,0
=decision -7,-1,-2; =default -4,0,-8; =deferred -5,-4,1; =dependency 7,0,-4; =depends 7,0,0; =describe 3,4,0
=details 5,-4,-2; =detection -4,1,2; =deterministic 10,-2,-4; =dev -3,10,0; =didn't -2,1,4; =different 2,5,9
=dir 5,0,7; =directory -7,0,-3; =do 14,-9,-4; =doc 1,-5,0; =docs 0,12,1; =document 4,0,0; =documenting 0,4,0
=does -5,-4,4; =doesn't 1,-5,7; =doing 7,8,-3; =don't -9,-2,3; =done -6,-10,-6; =duplicate 1,-3,7
=each 7,2,-2; =early 0,1,-5; =easy -2,-5,-1; =edit 2,0,4; =either -2,0,-5; =eliminate -1,4,4; =empty 0,-3,17
=enabled -9,-1,-1; =end -8,0,-1; =enter 5,6,3; =entire 1,-1,9; =entirely 1,-2,-7; =error 7,-2,-13
=errors -4,5,-6; =etc 1,4,0; =even 0,-3,5; =ever 9,-4,18; =every -8,-6,11; =everything -3,0,4
=exactly 1,4,-7; =exist 7,-5,8; =existed 0,-2,5; =existing 5,6,-4; =exists -2,-10,-10; =exit -3,6,1
=exiting 5,-1,-2; =expects 0,-2,5; =explain 0,11,-3; =explicit -4,4,7; =fail 3,-2,-5; =failing 1,-2,15
=fails -4,-2,-1; =failure 3,8,0; =fallback 6,-2,-1; =feature -6,6,5; =fetch -1,7,-3; =field 2,-4,-6
=file 1,-16,0; =files -4,-9,-2; =filter -1,6,-4; =filtering -1,4,-1; =find -2,-2,-5; =finding 4,1,-4
=fine 4,-1,-2; =fire -1,-1,5; =fires -3,-1,4; =fix 0,8,-13; =fixed 5,-2,-2; =fixes 0,-2,-6; =flag 10,6,-6
=flags -2,6,-2; =flow 5,-5,-1; =focus 5,0,-2; =folder 3,13,-2; =follow 0,6,6; =following -2,-4,3
=for 27,4,-17; =format 2,0,8; =found -3,5,-1; =free -1,-4,5; =from -20,13,-1; =full -7,-4,-4; =fully -3,-1,8
=functions 18,-5,-3; =further 4,-4,-1; =gap -2,-1,7; =gaps -4,-1,-3; =generated -2,5,-6; =get 2,-2,7
=gets 4,-3,6; =getting 11,-1,0; =git 5,-1,-6; =given -3,-1,5; =go 8,-11,-6; =goes 9,-1,-2; =gone -1,4,2
=got 4,-1,2; =gracefully 4,-1,-2; =great -1,5,-1; =green 1,-4,1; =guard -5,-2,-2; =had 0,-1,4
=handled 7,0,-1; =handling -2,-4,8; =happen -4,-1,7; =happened -1,3,4; =has -8,6,8; =have -3,-6,1
=head 12,-6,5; =helper 10,-9,-3; =here 1,8,3; =here's -3,-5,-4; =hold 5,-1,-1; =hook -14,3,-6; =how 4,0,0
=i 4,7,2; =i'd 3,5,-1; =i'll 1,4,-1; =i'm 4,0,1; =id -7,1,0; =idea 4,3,-1; =ids -1,-4,-2; =if -1,-20,-11
=ignored -4,-1,-1; =implementation -5,-6,12; =import 5,0,-2; =improve -1,8,0; =in 1,14,10; =include -2,-4,-2
=inconsistency -1,3,-4; =independently 3,-1,4; =initialization -1,6,-1; =input -4,1,0; =inside 3,4,-4
=install 1,0,4; =instead -10,-1,2; =integration 1,-6,-3; =intentional 6,-2,0; =interface -1,-2,-8
=into -1,22,-12; =invalid -2,-3,-5; =investigate -2,14,4; =is 2,-7,18; =issue 10,2,8; =it 6,18,5; =its 5,2,9
=itself -6,-1,6; =just -5,8,-11; =keep -1,4,-2; =keeps 9,-1,-3; =kept 9,-2,-1; =key 15,18,-6
=keys -3,-15,-2; =know -3,-4,1; =known 5,-1,2; =later -1,-13,0; =leading -1,-2,5; =leaks 0,-1,-7
=leaves 1,-2,5; =let 3,3,-4; =let's -2,-5,2; =level -2,1,4; =like 7,-3,-5; =limitation -2,1,4
=line -3,13,-3; =lines 2,-6,-2; =lint -3,-4,0; =list 5,11,1; =listed 3,0,4; =local 4,4,-5; =locally 6,-7,2
=log 2,-4,6; =logic 10,-6,-4; =logs -3,4,0; =long -1,-1,-5; =longer -5,-1,5; =look 5,5,0; =low -2,-1,-4
=made -1,-2,6; =main 0,-3,13; =make 4,0,-2; =manual 5,5,-3; =map 8,2,1; =markdown 3,-1,18; =matches 4,1,-2
=may -1,8,-2; =memory -5,-1,-1; =merge -4,-4,1; =merged -4,1,-1; =message 13,-5,-6; =messages -2,-1,-7
=metadata -12,-5,0; =methods 4,-1,0; =might -5,-3,7; =migration 6,-4,-4; =missing 0,-5,-10; =mode 2,6,-3
=model -4,1,-2; =more -3,6,3; =most -6,-4,1; =multiple -1,-4,4; =must 17,4,-3; =my 2,-5,-2; =name -4,-2,-2
=named 5,-5,-2; =names -4,0,-2; =natural 6,6,-4; =need -11,-1,2; =needed 4,-9,-2; =needs 1,23,-4
=network 0,-1,-5; =never -14,-3,5; =new -11,3,-8; =next 5,2,-3; =nil -4,5,2; =no 10,-6,7; =none -7,-1,2
=not 15,2,-6; =note 2,6,3; =nothing -4,-2,1; =now 0,5,1; =number 5,-3,8; =of 5,-11,-4; =off 0,-1,4
=ok -2,-2,-5; =old 1,-5,-4; =on -6,3,29; =once 10,-2,-3; =one 17,-1,19; =only 10,-6,15; =open 1,0,5
=operation -5,5,-1; =operations 4,-2,-3; =option 9,2,3; =optional -1,7,-1; =or -16,-5,-5; =orphaned 0,-2,4
=other -8,4,11; =our 5,1,13; =out 19,-1,-3; =output -1,16,5; =overwrite 0,-4,-1; =own 5,2,11; =package 4,2,0
=param 4,0,0; =parameter 0,4,3; =parent 2,-3,-5; =parse -2,5,-1; =parsing 7,-1,-2; =pass -5,4,-4
=passed -2,-1,4; =passing -1,-1,4; =path -8,-6,5; =paths -8,2,-1; =pending -2,-8,-2; =per 17,6,10
=permanent 5,-1,-1; =phase -1,18,-3; =plan -2,-4,4; =point -10,-2,2; =pointing 4,3,-1; =possible -3,-4,-1
=pr 11,28,9; =pre-existing -1,-3,13; =prefix -2,5,-1; =present -4,2,-2; =print 4,0,-1; =private -2,-2,5
=problem -4,-2,-13; =process -2,-4,10; =processes -1,-4,-1; =produce -1,0,6; =progress -2,-4,1
=project -1,-7,-3; =prompt -5,3,7; =properly 0,1,4; =push -3,4,-2; =query 5,2,1; =question -7,-3,-3
=questions 4,-3,-1; =rather 6,1,-4; =raw -2,-5,-1; =read -7,-4,3; =read-only 5,2,-1; =reads -8,-2,-2
=ready -2,22,3; =real -6,-3,-6; =real-time 5,0,0; =rebuild -1,8,0; =recommendation 3,7,-1; =records 4,-2,-1
=referenced 1,-1,5; =references -4,-3,-2; =registered 6,0,0; =regression -1,4,-4; =release 4,3,2
=remaining -2,6,2; =removed 4,-3,-3; =replace -2,14,0; =replaced 6,-4,-2; =repo -6,6,4; =required 5,1,3
=reset 5,-1,6; =resolution -2,10,-2; =resolve 0,-5,-4; =resolved 6,2,-2; =response -2,-2,-4; =resume -7,1,-5
=return -5,2,-2; =returns -6,4,-8; =review -10,-5,-6; =right 9,2,-4; =root -1,5,4; =run -6,7,18
=running 9,5,2; =runs 4,-7,9; =same -5,5,14; =save 4,-1,0; =say -3,-4,0; =says -5,3,10; =scope 4,-4,0
=script -2,-6,8; =section -4,-3,-3; =see 0,4,3; =seem 3,0,4; =sees 5,3,-1; =session -18,-6,14
=sessions -3,-3,9; =set 1,8,0; =sets 2,-4,3; =settings 1,-4,-3; =setup -1,2,6; =shadow 5,-2,2
=share 4,17,-5; =shared 4,7,-6; =sharing 4,9,-2; =shell -4,-1,7; =should 3,21,-3; =shouldn't 0,-5,-2
=show -3,9,-3; =shows -2,2,-4; =silently -2,2,-14; =since -2,8,-9; =skip 1,7,0; =skipped -2,-2,6
=small 1,3,-5; =so -3,2,-6; =solution 0,-1,4; =some -1,1,5; =source 4,-3,3; =spec -3,-5,8; =specific -5,1,-5
=specifically -1,4,-2; =split -5,0,0; =stale -3,1,-6; =staleness -2,7,-1; =start -8,-5,2; =starting -4,0,5
=startup -4,7,-2; =state -6,-2,-3; =states -2,8,0; =status -4,-10,-2; =stay 5,-2,-2; =stays -2,-1,5
=step 11,3,-4; =steps -4,-3,-1; =still -4,-2,20; =stop 3,-6,5; =store -2,12,-2; =stored -4,-1,0
=strategy 9,-5,-7; =string -6,-2,0; =struct 0,4,-1; =structure -4,-1,-2; =style 11,-1,0; =subagent -3,-7,5
=subsequent -4,-1,-1; =suggested -1,-3,-4; =suggestion -3,11,-1; =supports -1,-3,8; =sure 8,4,-3
=sync 8,1,-1; =table -6,-3,0; =take 13,-4,-1; =task -2,-20,2; =telemetry -6,2,-3; =terminal 3,5,-4
=test -2,-6,7; =tested 7,-2,-2; =tests 3,-12,1; =text 5,-3,5; =than 4,1,1; =that 10,-6,7; =that's 0,-6,-3
=the -3,-9,18; =them 2,7,-7; =then -7,-2,-3; =there -11,3,5; =these -1,1,18; =they're -4,6,1; =thing 4,0,-5
=this -9,-10,-3; =those 0,1,-7; =though -4,6,3; =three -3,-7,0; =through -5,-3,5; =throughout 5,-2,0
=time 8,6,-4; =to 2,21,-5; =tool -3,0,21; =top -3,-4,-4; =total 8,-2,10; =tracking -2,3,-4
=transcript 2,4,1; =trigger -1,5,-2; =try -2,0,6; =turn -3,5,-6; =two 1,-7,-3; =type 6,-8,1; =types -2,2,5
=under -4,9,9; =understand -2,-4,-1; =unit 6,-1,-2; =unknown -4,0,0; =unrelated -1,-1,7; =until -1,-1,4
=up -4,-4,16; =update 4,-8,1; =updated -5,10,-4; =updating -1,6,-2; =use 7,-13,-1; =used -4,1,-9
=user 2,8,-1; =uses -8,-5,0; =using 9,1,-2; =valid -3,-2,-10; =validation -4,11,0; =value -2,6,8
=verified -8,-5,-1; =verifies 5,0,0; =verify -3,4,-5; =version 8,-3,-2; =via -6,0,5; =view -5,8,-2
=visible 5,-2,-5; =vs -5,2,-3; =waits 0,4,0; =walk -1,4,2; =want 1,6,-5; =warning -1,7,1; =was -2,-9,6
=way 10,4,-3; =we 8,1,10; =well 6,0,0; =went -1,-1,5; =what -1,5,-17; =what's -4,-2,13; =whatever -4,-2,-3
=when -5,8,29; =where -3,1,8; =whether 5,1,-2; =which -4,-8,17; =while 14,0,8; =whole 7,3,2; =why 1,0,8
=will -4,-4,7; =with -2,7,-2; =within 0,-1,-4; =without -9,-4,13; =won't 5,-1,2; =work 3,-1,-4
=workflow -1,6,-2; =worth 0,15,8; =would 7,-1,-6; =written 4,2,9; =yes -1,8,-3; =you -6,-7,-3
=you'd -1,-5,-1; =you're 1,7,0; =your 2,1,-6; =— 1,38,14; =→ -7,-5,-1; >* -34,4,-51; >=( 7,2,-9; >=) 7,2,-9
>=, -3,20,-7; >=: -17,2,-25; >=<code> -1,-26,-7; >=<number> 13,-6,-10; >=a 5,-3,-7; >=add 4,7,0
>=added -5,2,-1; >=all 13,-7,0; >=also 0,0,-5; >=and -6,6,5; >=approach 9,-1,4; >=are -6,17,10; >=at -2,5,-4
>=be -3,5,10; >=because -1,8,-4; >=before -3,-8,5; >=both -6,-5,-2; >=but -2,-4,-3; >=by -2,6,3
>=changes -2,4,-2; >=check -2,-1,7; >=cli -1,9,-1; >=code -1,-4,9; >=current -1,4,0; >=file -1,8,3
>=fixed -7,-1,10; >=for -5,-14,-5; >=from -2,-4,-7; >=good 9,-1,0; >=have 4,6,-2; >=i -7,-10,-1
>=implementation -2,-2,7; >=in 4,-4,-11; >=is -5,-14,-13; >=it 0,6,-4; >=logic 10,-6,-1; >=main -1,-1,-6
>=need 2,-4,11; >=new -4,-4,3; >=no 6,-3,-1; >=not 0,-4,-1; >=now -7,-6,0; >=of -1,-6,-1; >=on -2,-9,-1
>=same -1,-4,-1; >=should 4,11,-5; >=tests -1,-1,16; >=that -2,-5,2; >=the -14,-14,-9; >=these -2,-6,-5
>=things -2,5,8; >=this -6,-4,-3; >=to 2,4,4; >=two -5,0,8; >=was -4,-2,-5; >=we -2,6,-2; >=what 0,-4,-3
>=with 5,-10,9; >=work -4,-5,5; >=— -4,-16,-12; >>agent.blocker.10 6,-17,8; >>agent.blocker.11 -6,-3,-2
>>agent.blocker.5 1,2,6; >>agent.blocker.6 0,0,4; >>agent.blocker.7 -5,-2,1; >>agent.blocker.9 -5,-5,9
>>agent.blocker.not.1 14,-9,-3; >>agent.blocker.not.2 -2,-7,1; >>agent.decision.11 -2,1,4
>>agent.decision.12 7,-6,15; >>agent.decision.2 -1,3,6; >>agent.decision.4 1,-3,4; >>agent.decision.5 0,1,10
>>agent.decision.6 -5,7,-3; >>agent.decision.7 -5,-3,0; >>agent.decision.not.3 6,-2,4
>>agent.decision.not.4 1,-6,6; >>agent.decision.not.5 0,-4,-4; >>agent.next.not.2 0,4,-11; >>agree 13,-1,5
>>ask 6,-2,-6; >>because -2,-14,19; >>but 4,-13,13; >>c.decision 6,-2,-1; >>c.deliberate -2,2,12
>>c.fitting 1,5,2; >>c.instead 5,-5,1; >>c.rather 1,-6,6; >>c.skipped -4,0,-1; >>c.stays -4,6,-6
>>change 5,-15,8; >>did 12,-7,-1; >>doc 7,-6,16; >>doing 9,-6,15; >>explain 7,-6,0; >>if -18,1,8
>>it -2,0,7; >>maybe -3,-2,-4; >>n.fix -3,-6,12; >>n.later 3,-8,6; >>n.left 4,0,7; >>n.need 8,-7,6
>>n.plan -4,-2,-6; >>n.remind 6,1,0; >>n.todo 5,-2,-4; >>narrate 4,-7,-5; >>negate -21,-19,21; >>now 8,-8,2
>>option 10,-4,5; >>order -4,14,-3; >>p.bug -4,-7,15; >>p.crash -3,3,4; >>p.error 2,4,-6; >>p.gap -4,-4,0
>>p.grade 7,-2,9; >>p.loss -8,-1,16; >>p.missing -3,0,-4; >>p.risk 0,-4,-2; >>p.undone -1,0,-4
>>p.wrong -1,-8,-11; >>past -4,-7,-2; >>r.ever 4,0,14; >>r.only 0,1,-8; >>r.rule -4,0,1; >>refuse -6,-4,1
>>s.done 6,6,13; >>s.fixed -3,-3,7; >>s.passed 1,-1,-5; >>self 3,6,2; >>still 10,-7,-7; >>test -5,3,4
>>us 11,0,-3; >>user 2,-10,-1; >>user.blocker.3 3,0,10; >>user.blocker.not.1 12,-1,5
>>user.decision.4 0,0,17; >>user.decision.5 4,0,5; >>user.decision.not.2 8,-1,0; >>w.lets 4,-4,-5
>>w.should -6,1,14; >>w.want -7,0,9; >>will 12,-1,-3; >agree 14,-6,-4; >ask -8,-21,-8; >because -7,-7,-13
>but -3,-7,-6; >c. 11,11,5; >c. item 115,-22,3; >change -2,-4,-11; >change item 0,-150,-100
>change over item -3,-7,-8; >change problem 12,3,-4; >did 21,-11,5; >doc 6,8,-12; >doing -13,-7,-19
>if -3,-20,1; >it -22,-11,-19; >item agree 18,-5,-1; >item ask -13,-20,-8; >item because -20,-7,-9
>item but -2,-7,-5; >item change -3,-7,-8; >item did 18,-1,8; >item doc 7,8,-12; >item doing -10,-11,-8
>item if -3,-20,-5; >item it -28,-10,0; >item maybe -8,8,-5; >item n.later -1,-25,-4; >item n.left -2,0,8
>item n.need -6,-10,19; >item n.plan -2,33,-3; >item n.remind -8,-20,3; >item narrate -2,-8,-9
>item negate -1,-20,-4; >item now -10,7,-3; >item option -12,-10,7; >item order -12,-30,-5
>item p.bug -1,-5,-11; >item p.error -5,-3,-9; >item p.gap -6,-1,9; >item p.grade -1,-3,-15
>item past 0,-11,-14; >item r.rule -6,21,-5; >item refuse 11,-6,-5; >item s.done 30,-1,-7
>item s.fixed 10,-2,19; >item self -11,-25,16; >item still -2,-7,-1; >item test -15,-11,33
>item title.blocker -3,3,209; >item title.decision 150,-12,-1; >item title.next -10,207,16
>item title.option -3,-8,-1; >item title.proposal -1,160,-5; >item title.report -1,-94,-54
>item us -5,13,-3; >item user -15,-17,-9; >item w.should -5,24,-7; >item will -6,5,22; >maybe -8,7,-5
>n. 8,9,3; >n. item -22,187,3; >n. order 9,4,-2; >n. over item -7,6,16; >n. problem 0,-5,16
>n.later 1,-18,5; >n.left -2,-3,8; >n.need 1,-11,19; >n.next -1,7,-1; >n.plan 3,41,5; >n.remind -11,-14,-1
>narrate -6,-6,0; >negate 9,-21,-8; >now -14,3,-1; >option -14,-16,4; >option item -4,-160,8
>option problem -1,-2,4; >order 2,-9,3; >p. -4,0,0; >p. item -6,-1,155; >p. over item -9,-2,-80
>p. problem -5,-7,-33; >p.bug -4,-9,-1; >p.error -6,-6,-19; >p.gap -7,9,8; >p.grade -1,-3,-16
>past -1,-13,-15; >r. over item -2,-1,-4; >r. problem -6,-6,-6; >r.rule -4,31,-6; >refuse 10,-7,-6
>s.done 29,-3,-9; >s.fixed 9,-3,19; >s.passed -5,-3,3; >self -16,-12,12; >still -3,-8,-2; >test -16,-3,35
>title.blocker -5,8,19; >title.next -10,14,15; >title.option -5,-12,-3; >title.proposal 4,17,3
>title.report -2,1,18; >us -7,9,0; >user -10,-20,-12; >w.should 8,21,-10; >will -6,4,21
^^agent.blocker.11 -2,-3,-10; ^^agent.blocker.5 -2,-2,6; ^^agent.blocker.6 -3,-3,12
^^agent.blocker.7 -4,7,14; ^^agent.blocker.9 13,-4,-9; ^^agent.blocker.not.1 -6,-17,-10
^^agent.blocker.not.2 0,-16,-15; ^^agent.decision.10 -4,-4,13; ^^agent.decision.11 -4,-4,13
^^agent.decision.12 4,-4,-3; ^^agent.decision.5 -5,-2,-1; ^^agent.decision.6 7,-4,-8
^^agent.decision.7 6,-3,-1; ^^agent.decision.8 -5,-2,-1; ^^agent.decision.not.3 -11,-4,-1
^^agent.decision.not.4 -1,4,-2; ^^agent.decision.not.5 0,10,-1; ^^agent.next.6 -1,-11,-1
^^agent.next.not.2 10,15,-18; ^^agree 19,3,-3; ^^ask -5,9,7; ^^because 5,-4,-6; ^^but -1,-4,-1
^^c.better -5,5,-3; ^^c.deferred 15,-1,-2; ^^c.deliberate 15,2,-2; ^^c.instead 8,-1,-1; ^^c.kept 37,-1,-1
^^c.rather 0,-3,5; ^^c.skipped 18,-5,-2; ^^c.stays 14,0,-8; ^^change 11,6,-10; ^^did -15,-24,-7
^^doc -12,-1,6; ^^doing -20,-18,11; ^^explain -7,-1,11; ^^if 12,8,-7; ^^it -5,-4,9; ^^maybe -6,5,26
^^n.advise 8,-4,-8; ^^n.fix 1,-1,-8; ^^n.later -7,-6,-3; ^^n.left -5,-14,-5; ^^n.need 9,15,-5
^^n.next -2,7,-2; ^^n.plan -2,6,0; ^^n.ready -1,8,-1; ^^n.remind 7,0,2; ^^n.todo 10,1,-4
^^narrate -13,13,-3; ^^negate 19,-24,41; ^^now -3,9,-1; ^^option 14,0,-5; ^^order 21,47,-46
^^p.block 10,15,4; ^^p.bug -7,-5,-14; ^^p.crash -3,-2,9; ^^p.error -11,-10,-4; ^^p.fail 9,-13,23
^^p.gap 13,-5,-15; ^^p.grade 0,1,-5; ^^p.loss -3,-4,5; ^^p.missing -5,-2,-3; ^^p.risk -4,5,2
^^p.undone -6,-4,18; ^^p.wrong 4,3,3; ^^past 12,-13,-3; ^^r.dont 12,-4,10; ^^r.ever 3,-5,13
^^r.rule 3,14,-7; ^^refuse -11,-12,18; ^^s.done -10,-4,-1; ^^s.fixed 3,-6,-3; ^^s.passed -8,-21,-10
^^self -10,4,-5; ^^still -6,-6,-1; ^^test -3,-29,-1; ^^us -13,-9,4; ^^user -7,-24,-17
^^user.blocker.3 10,11,-5; ^^user.blocker.4 2,0,12; ^^user.blocker.not.1 3,9,-5; ^^user.decision.4 42,-4,-12
^^user.decision.not.1 12,11,13; ^^user.decision.not.2 8,-1,15; ^^w.should -1,1,-4; ^^will 18,-22,-3
^agent.blocker.10 -5,-8,16; ^agent.blocker.not.1 2,-6,3; ^agent.blocker.not.2 -6,-7,0
^agent.decision.10 10,-8,-1; ^agent.decision.11 0,-4,0; ^agent.decision.12 1,-9,7
^agent.decision.9 20,-6,-1; ^agent.decision.not.2 -4,-2,10; ^agent.decision.not.3 -7,7,-3
^agent.decision.not.4 -1,2,-6; ^agent.decision.not.5 -3,11,-9; ^agent.next.10 -2,33,-1
^agent.next.6 0,23,-1; ^agent.next.not.2 -16,-17,-10; ^agree -6,0,-10; ^ask -16,-25,-24; ^because 16,-14,12
^but -9,3,16; ^c.instead -8,-1,-1; ^c.needless 17,-4,-2; ^c.rather -11,-1,-1; ^change 5,-4,-4
^did -63,-146,-146; ^doc -3,9,9; ^doing -7,-3,-8; ^if -22,-30,8; ^it -27,-3,22; ^maybe 1,17,-9
^n.advise -5,48,-7; ^n.fix 8,11,-3; ^n.left -2,6,-3; ^n.plan -1,8,-3; ^n.remind -4,23,3; ^n.todo -1,-16,-2
^narrate 8,-137,6; ^negate 41,-12,-7; ^now -6,-2,-5; ^order -21,83,-25; ^p.bug -3,-8,26; ^p.error -4,5,-16
^p.gap -1,-2,16; ^p.grade 1,-5,-4; ^p.missing -2,-2,11; ^p.wrong 0,-2,6; ^r.dont 15,-5,-3; ^r.ever -4,-1,0
^r.rule -5,7,-1; ^refuse 26,-9,-2; ^s.done -8,-5,-9; ^s.fixed 9,-2,-1; ^s.passed -2,-6,4; ^self 36,4,0
^test -9,-3,-4; ^us 9,-9,23; ^user -16,14,2; ^user.blocker.2 6,0,-14; ^user.blocker.not.1 -1,-8,-4
^user.decision.4 10,0,-2; ^user.decision.5 9,-2,-2; ^user.decision.not.1 -1,-9,-6
^user.decision.not.2 -25,-1,-7; ^w.lets 20,-3,3; ^w.should -4,-1,0; ^w.want -3,-4,-2; ^will -6,16,-4
agent.blocker.1 -3,7,104; agent.blocker.10 -24,-18,51; agent.blocker.11 -8,-12,72; agent.blocker.2 -4,-5,119
agent.blocker.3 5,-4,66; agent.blocker.4 1,-5,156; agent.blocker.5 -5,-4,81; agent.blocker.6 0,5,136
agent.blocker.7 -10,-5,99; agent.blocker.8 -1,12,129; agent.blocker.9 2,-7,43
agent.blocker.not.1 -16,1,-119; agent.blocker.not.2 7,-7,-26; agent.decision.1 115,-1,-1
agent.decision.10 113,3,-11; agent.decision.11 27,12,-7; agent.decision.12 29,-8,-10
agent.decision.13 115,-9,-2; agent.decision.2 121,-9,-13; agent.decision.3 151,-9,-3
agent.decision.4 110,-22,4; agent.decision.5 73,-3,4; agent.decision.6 63,-11,4; agent.decision.7 69,-18,-11
agent.decision.8 43,10,9; agent.decision.9 134,-13,6; agent.decision.not.1 -133,-10,-2
agent.decision.not.2 -74,-2,10; agent.decision.not.3 -64,-15,-1; agent.decision.not.4 -120,-8,5
agent.decision.not.5 -124,7,-11; agent.next.1 0,121,0; agent.next.10 -4,131,-5; agent.next.2 0,99,0
agent.next.3 0,140,0; agent.next.4 0,148,0; agent.next.5 -2,117,-1; agent.next.6 -4,166,-8
agent.next.7 0,144,-2; agent.next.8 -3,133,-6; agent.next.9 7,150,-4; agent.next.not.1 0,-240,0
agent.next.not.2 21,-78,-30; agree 4,2,3; answer 16,31,-34; answer agree 71,7,-2; answer item 156,-2,-3
ask -4,-34,4; because -1,-14,-12; before a question -3,20,25; begins agent.blocker.10 -9,28,-2
begins agent.blocker.9 -7,-18,-3; begins agent.blocker.not.1 -37,-7,21; begins agent.blocker.not.2 -17,-7,0
begins agent.decision.not.3 -38,-4,-33; begins agent.decision.not.5 -10,-32,30
begins agent.next.not.2 -3,-37,-12; begins agree -5,32,-1; begins ask -7,-27,-7; begins because 5,-14,-12
begins but 32,8,-11; begins c.better -7,-5,0; begins c.instead -7,0,8; begins c.rather -17,-6,7
begins change -5,-18,9; begins did 28,31,3; begins doc -10,7,4; begins doing 2,7,-4
begins explain 21,-26,-11; begins if -22,5,7; begins it 9,-12,24; begins maybe -8,1,27
begins n.fix -13,18,0; begins n.later 23,3,-8; begins n.need 15,49,-12; begins n.next 1,0,-19
begins n.plan -16,4,-48; begins n.remind 9,-1,-8; begins n.todo -31,20,31; begins narrate -25,-12,14
begins negate 1,-20,4; begins now 8,-5,0; begins option 16,0,-2; begins order -6,-12,13
begins p.bug -48,-9,-1; begins p.error -25,-1,22; begins p.fail -17,-21,-11; begins p.gap -6,8,-10
begins p.grade 18,10,33; begins p.missing -13,1,5; begins p.wrong -8,-3,9; begins past -2,-2,-13
begins r.dont -15,2,9; begins r.only 13,7,-15; begins r.rule 59,54,-9; begins refuse -6,15,18
begins s.done 14,-33,5; begins s.fixed 7,33,7; begins s.passed -29,-4,4; begins self -17,47,-3
begins still -16,12,-3; begins test -18,-22,27; begins us 13,4,-10; begins user 15,-33,6
begins user.blocker.1 -9,-1,32; begins user.blocker.2 -10,-1,12; begins user.blocker.3 -6,-3,28
begins user.blocker.4 -20,10,3; begins user.blocker.not.1 30,12,-10; begins user.decision.3 -11,0,1
begins user.decision.4 18,-5,2; begins user.decision.5 25,-3,-8; begins user.decision.not.1 41,12,2
begins user.decision.not.2 22,-4,31; begins w.lets 13,6,-5; begins w.should 14,-12,3; begins w.want -5,-4,-4
begins will -12,-10,-6; bold 23,47,56; box done -2,-303,-1; box open -3,434,-2; but -26,-7,6
by assistant -44,5,-23; by user 44,-255,23; c. 24,-2,-16; c. 1 times 45,7,-9; c. 2 times 21,-12,-8
c. 3 times 107,3,1; c. because 36,-13,-8; c. doubted -16,30,-4; c. doubted in answer -7,6,-8
c. doubted in report -8,28,1; c. doubted in user -1,-4,2; c. negate -18,-19,5; c. plain 37,-21,-22
c. plain in answer 46,-6,-18; c. plain in report 26,-14,0; c. plain in user 88,-1,-3; c. solved 3,-11,10
c. solved in answer -21,-2,-1; c. solved in report 15,-8,14; c. solved in user 9,-1,-3; c. still 3,6,8
c.better -5,9,7; c.chose 102,-3,-2; c.decision -1,-6,-5; c.deferred 47,2,-3; c.deliberate 104,-3,-16
c.fitting 6,-1,4; c.instead -6,2,-4; c.kept 73,-9,-13; c.needless 81,-5,-12; c.prefer 0,5,-3
c.rather 6,5,12; c.skipped 56,5,4; c.stays 4,-9,8; change 7,14,-3; did -5,-7,10; doc -15,5,4
doing -9,-35,21; ends with a question 3,-9,8; explain -6,-14,32; first message -20,-20,-44
first of block 29,-7,45; first unit 2,-36,39; forNow 22,-4,-2; headings assistant 8,18,31
headings user -23,-22,-47; if 16,-1,36; it 13,7,-7; item 0 32,20,-37; item 1 -17,9,-3
item+agent.blocker.10 -1,-13,3; item+agent.blocker.11 -2,-6,-4; item+agent.blocker.2 -2,-2,11
item+agent.blocker.3 6,-1,1; item+agent.blocker.5 -3,4,-2; item+agent.blocker.7 -2,-1,-7
item+agent.blocker.9 -5,-3,5; item+agent.blocker.not.2 -11,4,18; item+agent.decision.10 0,6,-2
item+agent.decision.11 -6,8,0; item+agent.decision.12 -2,5,1; item+agent.decision.4 8,-5,-3
item+agent.decision.5 -8,-2,2; item+agent.decision.6 -8,-1,0; item+agent.decision.7 1,-4,0
item+agent.decision.9 4,-4,-1; item+agent.decision.not.3 7,2,-3; item+agent.decision.not.4 -4,-1,13
item+agent.next.not.2 -1,18,-2; item+ask 6,5,-4; item+because -7,2,6; item+but -1,-14,3
item+c.better -5,0,5; item+c.instead -7,-2,2; item+c.kept 16,-4,-3; item+c.needless 5,-2,-1
item+c.rather -15,-2,0; item+c.skipped -5,1,-1; item+c.stays -8,-1,-1; item+change 16,3,-6; item+did 18,-2,0
item+doc -5,7,6; item+doing 6,-15,-5; item+explain 0,-3,-5; item+if 4,-4,2; item+it 8,-5,-16
item+maybe -3,2,12; item+n.advise -6,9,-2; item+n.later 2,-4,0; item+n.need -4,-10,2; item+n.next 3,-6,1
item+n.plan -3,-2,10; item+n.todo -4,6,4; item+negate -17,-11,8; item+option -3,10,6; item+order -16,9,-10
item+p.bug 5,-4,2; item+p.crash -4,-1,0; item+p.error 12,3,-7; item+p.fail -4,1,3; item+p.gap 9,-1,1
item+p.grade 1,7,-3; item+p.loss -3,-4,-3; item+p.missing 0,-5,-5; item+p.undone -6,1,6; item+p.wrong 0,-5,0
item+past 10,-2,-3; item+r.must 12,8,-3; item+r.only -5,3,-2; item+r.rule 1,12,-4; item+refuse 3,-7,1
item+s.done 2,-5,4; item+s.fixed -4,0,-2; item+s.passed -1,9,-2; item+self -4,3,1; item+still 9,-1,-12
item+test 2,-19,0; item+user -3,-6,-1; item+user.blocker.3 -4,0,-5; item+user.blocker.not.1 -10,-3,-1
item+user.decision.not.1 3,-4,-1; item+user.decision.not.2 7,0,-2; item+w.should -10,10,2; item+will 1,1,7
last message of assistant -16,4,-21; last unit 3,47,11; last words 0,523,-1; maybe 13,14,12
mid-turn -103,-252,-201; n. -9,34,-4; n. 1 times 7,-9,-11; n. 2 times -10,32,14; n. 3 times -6,10,-7
n. because -1,-7,-10; n. doubted 8,12,4; n. doubted in answer 2,-10,-1; n. doubted in report -12,20,10
n. doubted in user 19,2,-5; n. negate 13,8,9; n. plain -11,4,-9; n. plain in answer -22,-6,-26
n. plain in report 2,19,14; n. plain in user 9,-9,3; n. solved -6,18,2; n. solved in answer -12,6,6
n. solved in report -3,4,-7; n. solved in user 9,8,3; n. still -10,2,30; n.advise 3,41,-19; n.fix 16,-3,-9
n.later -5,12,14; n.left -6,64,-4; n.need -1,55,-4; n.next -6,5,-13; n.plan -16,20,13; n.ready -7,17,-4
n.remind -4,44,13; n.todo -7,33,8; narrate -19,1,-12; narrating -12,-80,-60; negate 26,-23,38; now -10,-1,17
option 23,5,-9; order -4,100,-3; order in answer -3,42,-6; order in answer item -13,0,-6
order in report -6,50,-2; order in report item 0,7,3; order in user 11,-8,-11; order in user item -10,-8,-2
p. -12,1,40; p. 1 times -3,2,33; p. 2 times -4,-8,34; p. 3 times -5,7,83; p. because 15,-1,-8
p. doubted 16,3,4; p. doubted in answer 23,2,-6; p. doubted in report -2,5,22; p. doubted in user -4,-4,17
p. negate 12,-11,-14; p. plain -23,1,50; p. plain in answer -18,8,65; p. plain in report -9,-3,2
p. plain in user 6,-4,94; p. solved -5,-4,-14; p. solved in answer 0,-5,32; p. solved in report -7,1,12
p. solved in user 1,0,-8; p. still 3,8,69; p.block 3,29,-9; p.bug -5,-6,35; p.cannot -6,7,104
p.crash -16,5,3; p.error 4,10,-23; p.fail 8,-1,4; p.gap 7,-9,-3; p.grade 22,10,-10; p.loss -16,-4,-9
p.missing -5,-20,1; p.risk -10,13,28; p.undone -1,-5,18; p.wrong -13,-2,0; past 19,-23,-3; r. 0,2,-27
r. 1 times -14,1,-21; r. 2 times 16,2,-5; r. because -5,-13,-8; r. doubted 11,5,-26
r. doubted in answer 9,1,-13; r. doubted in report 4,5,-8; r. doubted in user -2,-1,-5; r. negate -29,-12,1
r. plain -5,-21,-14; r. plain in answer 13,-10,-7; r. plain in report -10,-9,-8; r. plain in user 92,-2,1
r. solved -6,18,13; r. solved in answer -5,24,13; r. solved in report -11,-6,1; r. solved in user 10,0,0
r. still 14,11,1; r.dont 23,-15,0; r.ever 3,1,5; r.must 77,8,-7; r.only -9,3,-18; r.rule -3,8,-13
refuse 40,-25,18; report 21,10,4; report+agent.blocker.1 -1,5,-5; report+agent.blocker.10 -1,-8,-7
report+agent.blocker.3 4,-2,-1; report+agent.blocker.5 -5,-1,-9; report+agent.blocker.6 2,-1,6
report+agent.blocker.9 -4,-6,-2; report+agent.blocker.not.1 -2,-8,-7; report+agent.blocker.not.2 -1,-1,17
report+agent.decision.10 -6,-3,-5; report+agent.decision.11 -6,-3,-5; report+agent.decision.12 -2,2,-4
report+agent.decision.13 4,-3,-1; report+agent.decision.2 6,-3,-2; report+agent.decision.3 8,-3,-1
report+agent.decision.4 -2,-7,7; report+agent.decision.5 -1,3,7; report+agent.decision.7 5,-3,-3
report+agent.decision.8 -2,6,1; report+agent.decision.9 8,-3,-1; report+agent.decision.not.3 4,-5,-6
report+agent.decision.not.4 2,-7,10; report+agent.next.10 -1,13,-2; report+agent.next.6 -1,6,-1
report+agent.next.9 4,13,-2; report+agent.next.not.2 -8,4,-2; report+agree -9,4,0; report+ask 3,-8,0
report+because 3,5,7; report+but -2,-7,-10; report+c.better -1,-3,4; report+c.chose 11,-3,0
report+c.deliberate 2,-1,-4; report+c.instead -1,0,8; report+c.kept 7,-1,-2; report+c.needless 2,1,-4
report+c.rather -3,7,8; report+c.skipped 3,7,6; report+c.stays 1,-4,-1; report+change -6,-16,7
report+did 11,-9,2; report+doing 2,-10,17; report+if 5,2,0; report+it -3,7,21; report+maybe -1,7,7
report+n.advise 6,-2,-3; report+n.fix -4,1,-3; report+n.left -4,-3,2; report+n.need 6,0,9
report+n.next -1,8,-3; report+n.plan -7,13,8; report+n.ready -3,12,-5; report+n.remind -1,2,9
report+n.todo -5,13,4; report+narrate -4,-5,3; report+negate -3,-5,18; report+now -14,1,-1
report+option 2,-6,-2; report+order -1,-11,-4; report+p.block 3,-2,-5; report+p.bug -5,3,15
report+p.crash -2,5,2; report+p.error 6,-4,-3; report+p.fail -2,3,9; report+p.grade -9,-2,0
report+p.missing 0,-8,-2; report+p.risk -2,6,11; report+p.undone 5,-3,11; report+p.wrong -1,5,3
report+past 4,-5,-6; report+r.ever -9,-2,-3; report+r.only -4,-5,0; report+r.rule -6,4,-2
report+refuse 4,-7,0; report+s.done -16,-7,0; report+s.fixed 4,2,-5; report+s.passed 5,-11,-5
report+self 4,-10,-2; report+still 4,9,0; report+test 1,-16,0; report+user -2,1,-9; report+w.should 6,0,3
s.done -32,-21,-10; s.fixed 7,14,-22; s.passed -10,1,19; self 13,7,-1; still 6,-12,18; test -17,-25,-8
title -110,-117,-68; units 1 assistant -1,5,-1; units 1 user 2,12,28; units 16 assistant -21,-16,-2
units 16 user -22,-14,-12; units 2 assistant -4,12,6; units 2 user 52,15,36; units 32 assistant -1,25,-18
units 32 user 0,-7,-22; units 4 assistant -4,-1,-7; units 4 user 32,-8,2; units 8 assistant -13,-20,-2
units 8 user -20,-3,-9; us 12,8,9; user -6,-6,-19; user+agree 10,2,-10; user+ask -4,-1,10
user+because -1,-1,-5; user+but 0,4,17; user+c.instead -6,-1,0; user+c.prefer 4,-1,-1; user+c.rather -9,-1,4
user+c.stays 6,0,0; user+did 2,3,-5; user+doc -7,3,-1; user+doing -4,-3,-3; user+if 4,1,14; user+it 14,7,6
user+maybe -2,13,0; user+n.fix 10,-1,0; user+n.later 4,-1,0; user+n.plan 7,-2,-3; user+n.todo -3,7,0
user+narrate -3,4,0; user+negate 2,4,2; user+now 4,-1,9; user+option 14,5,-2; user+order 16,2,9
user+p.bug 2,0,-6; user+p.error -9,-2,-3; user+p.fail 5,-1,-1; user+p.gap -4,0,-1; user+p.grade 11,-1,-7
user+p.missing -4,0,7; user+past 7,-1,-5; user+r.dont -5,0,-2; user+refuse 0,-1,10; user+s.done 6,4,-9
user+s.passed -3,-1,13; user+self -3,8,3; user+still -8,-1,23; user+us 11,-4,-3; user+user 4,-2,4
user+user.blocker.1 -2,0,7; user+user.blocker.3 -3,4,-1; user+user.blocker.not.1 -1,4,1
user+user.decision.3 -6,-1,0; user+user.decision.4 13,-4,-5; user+user.decision.5 7,-2,-1
user+user.decision.not.1 11,10,0; user+user.decision.not.2 13,-2,14; user+w.lets 3,4,0
user+w.should -10,-2,-4; user+w.want 4,-2,0; user+will 6,5,-2; user.blocker.1 -5,0,154
user.blocker.2 1,0,122; user.blocker.3 -5,8,118; user.blocker.4 -6,-4,72; user.blocker.not.1 -2,8,-117
user.decision.1 119,0,0; user.decision.2 135,0,-3; user.decision.3 107,-1,1; user.decision.4 145,-8,-10
user.decision.5 134,-4,-3; user.decision.6 121,0,0; user.decision.not.1 -97,19,1
user.decision.not.2 -115,-5,27; user.next.1 0,140,0; user.next.2 0,120,0; w. 11,23,-12; w. 1 times 14,24,-12
w. because -5,-10,6; w. doubted 4,-9,-8; w. doubted in answer 19,2,-3; w. doubted in report -4,-18,-1
w. doubted in user -11,6,-4; w. negate 8,8,-9; w. plain 7,15,-2; w. plain in answer -13,26,-6
w. plain in report 15,-3,6; w. plain in user 106,-7,-2; w. solved 0,17,-2; w. solved in answer -1,7,-1
w. solved in report -1,11,0; w.should 5,31,-10; w.want 4,-6,-1; will 24,-6,2; within an item -1,-1,-5
words 1 -14,6,-8; words 16 42,6,19; words 2 -22,-43,-27; words 32 -20,8,7; words 4 -23,4,2; words 8 31,15,14
`
